import { useEffect, useState } from "react";

import { fetchOrders, type Order } from "../lib/api";

export function useOrders(userId: string): Order[] {
  const [orders, setOrders] = useState<Order[]>([]);

  useEffect(() => {
    let cancelled = false;
    fetchOrders(userId).then((rows) => {
      if (!cancelled) setOrders(rows);
    });
    return () => {
      cancelled = true;
    };
  }, [userId]);

  return orders;
}
