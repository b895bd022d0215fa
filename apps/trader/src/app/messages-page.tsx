import { AlertList } from "../features/alerts/alert-list.tsx";
import MessagesScreen from "../features/messages/messages-screen.tsx";

/** The messages, and beside them the alerts that will become some. */
export default function MessagesPage() {
  return <MessagesScreen alerts={<AlertList />} />;
}
