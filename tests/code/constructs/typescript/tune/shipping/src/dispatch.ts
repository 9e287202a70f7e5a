import { Carrier, type Tracker } from "./carriers/carrier";
import { Courier, Freight } from "./carriers/courier";
import { AuditLog, Depot } from "./depot";
import { Parcel } from "./parcel";

export function buildDepot(city: string) {
  const courier = new Courier(city, 2);
  return new Depot(courier, new AuditLog());
}

export function send(code: string, weight: number): string {
  const depot = buildDepot("Ghent");
  depot.capacity = 12;
  const parcel = Parcel.empty().withCode(code).withWeight(weight);
  const label = depot.ship(parcel);
  depot.close();
  return label;
}

export function trackAll(trackers: Tracker[], code: string): string[] {
  return trackers.map((tracker) => tracker.track(code));
}

export function describe(carrier: Carrier, weight: number): string {
  if (carrier instanceof Freight) {
    return `${carrier.pallets(weight)} pallets`;
  }
  return `${carrier.rate(weight)} at ${carrier.prefix}`;
}
