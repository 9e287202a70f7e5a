import { createContext, useContext, useReducer } from "react";

export const PlanContext = createContext({ locale: "en", tasks: [] });

function reducer(tasks, action) {
  return action.type === "add" ? [...tasks, make(action.title)] : tasks;
}

function make(title) {
  return { id: title, title, done: false };
}

export function usePlan() {
  return useContext(PlanContext).tasks;
}

export function PlanProvider({ children }) {
  const [tasks] = useReducer(reducer, []);
  return <PlanContext.Provider value={{ locale: "en", tasks }}>{children}</PlanContext.Provider>;
}
