import { collect, setUp } from "./collector";

export class HeatAlarm {
  readonly kind = "heat";

  cool(): string {
    return "fan on";
  }
}

export class FrostAlarm {
  readonly kind = "frost";

  warm(): string {
    return "heater on";
  }
}

export type Alarm = HeatAlarm | FrostAlarm;

const isHeat = (alarm: Alarm): alarm is HeatAlarm => alarm.kind === "heat";

export function respond(alarm: Alarm): string {
  if (alarm.kind === "heat") {
    return alarm.cool();
  }
  return alarm.warm();
}

export function coolAll(alarms: Alarm[]): string[] {
  return alarms.filter(isHeat).map((alarm) => alarm.cool());
}

export function fromDetail(detail: unknown): string {
  const alarm = detail as FrostAlarm;
  return alarm.warm();
}

export async function check(ids: string[], base: string): Promise<Alarm[]> {
  const registry = setUp(ids);
  const pending = registry.all().map((sensor) => collect(registry, sensor.key(), base));
  const values = await Promise.all(pending);
  const judge = (value: number | null): Alarm => {
    return value !== null && value > 40 ? new HeatAlarm() : new FrostAlarm();
  };
  return values.map(judge);
}

export function lastSeen(ids: string[]): number {
  const first = setUp(ids).find(ids[0])!;
  return first.latest()!.takenAt;
}
