import { memo, useContext } from "react";

import format from "../dates.js";
import { PlanContext, usePlan } from "./plan.jsx";

function TaskLine({ task }) {
  const { locale } = useContext(PlanContext);
  return <li lang={locale}>{shorten(task.title)}</li>;
}

function shorten(title) {
  return title.length > 30 ? shorten(title.slice(0, -1)) : title;
}

const Day = ({ date }) => {
  const plan = usePlan();
  return (
    <section>
      <h3>{format(date)}</h3>
      <ul>
        {plan.filter(isOpen).map((task) => (
          <TaskLine key={task.id} task={task} />
        ))}
      </ul>
    </section>
  );
};

function isOpen(task) {
  return !task.done;
}

export const StillDay = memo(Day);
export { Day };
