import { AlertList } from "../features/market/alerts/alert-list.tsx";
import MessagesScreen from "../features/people/messages/messages-screen.tsx";

/** The messages, and beside them the alerts that will become some. */
export default function MessagesPage() {
  return <MessagesScreen alerts={<AlertList />} />;
}
