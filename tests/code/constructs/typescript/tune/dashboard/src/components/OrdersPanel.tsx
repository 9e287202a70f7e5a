import { useState } from "react";

import { useOrders } from "../hooks/useOrders";
import type { Order } from "../lib/api";
import pluralise, { money } from "../lib/format";
import { Badge, Toggle } from "./Badge";

function renderRow(order: Order) {
  return (
    <li key={order.id}>
      {money(order.total)} <Badge label={order.paid ? "paid" : "open"} muted={order.paid} />
    </li>
  );
}

function printPage() {
  window.print();
}

export default function OrdersPanel({ userId }: { userId: string }) {
  const orders = useOrders(userId);
  const [open, setOpen] = useState(true);

  function toggle() {
    setOpen(!open);
  }

  return (
    <section>
      <h2>{pluralise(orders.length, "order")}</h2>
      <Toggle onToggle={toggle} />
      <button onClick={printPage}>Print</button>
      {open && <ul>{orders.map(renderRow)}</ul>}
    </section>
  );
}

export function Total({ amounts, money }: { amounts: number[]; money: (n: number) => string }) {
  return <strong>{money(amounts.reduce((a, b) => a + b, 0))}</strong>;
}
