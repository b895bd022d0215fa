export { OnItsWay as default } from "../../shared/on-its-way.tsx";
