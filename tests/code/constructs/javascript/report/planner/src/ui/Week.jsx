import * as dates from "../dates.js";
import { Day as DayCard } from "./Day.jsx";
import { PlanProvider } from "./plan.jsx";

function print() {
  window.print();
}

export default function Week({ start }) {
  const days = dates.weekOf(start);
  return (
    <PlanProvider>
      <h2>{dates.default(start)}</h2>
      {days.map((day) => (
        <DayCard key={day.getTime()} date={day} />
      ))}
      <button onClick={print}>Print</button>
    </PlanProvider>
  );
}

export function Stamp({ date, format }) {
  return <time>{format(date)}</time>;
}
