import type { Courier } from "./carriers/courier";
import { Parcel } from "./parcel";

export class AuditLog {
  private readonly lines: string[] = [];

  push(line: string): void {
    this.lines.push(line);
  }
}

export class Depot {
  private readonly courier: Courier;
  private readonly queue: Parcel[] = [];
  private slots = 10;

  constructor(courier: Courier, private readonly log: AuditLog) {
    this.courier = courier;
  }

  get capacity(): number {
    return this.slots;
  }

  set capacity(value: number) {
    this.slots = Math.max(1, value);
  }

  fill(): void {
    if (this.queue.length < this.capacity) {
      this.queue.push(Parcel.empty());
    }
  }

  close(): void {
    this.capacity = 0;
  }

  ship(parcel: Parcel): string {
    const { code, weight } = parcel.summary();
    this.log.push(`${code} for ${this.courier.estimate(weight)}`);
    return this.courier.track(code);
  }
}
