export interface Order {
  id: string;
  total: number;
  paid: boolean;
}

export async function fetchOrders(userId: string): Promise<Order[]> {
  const response = await fetch(urlFor(userId));
  const rows = (await response.json()) as Order[];
  return rows.filter(isValid);
}

function urlFor(userId: string): string {
  return `/api/users/${encodeURIComponent(userId)}/orders`;
}

function isValid(order: Order): boolean {
  return order.total >= 0;
}
