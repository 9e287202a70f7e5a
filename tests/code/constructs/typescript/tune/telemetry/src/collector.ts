import { Registry } from "./registry";
import { Reading, Sensor } from "./sensor";

export function parse(line: string): Reading;
export function parse(line: string, sensor: Sensor): Sensor;
export function parse(line: string, sensor?: Sensor): Reading | Sensor {
  const [value, time] = line.split(";").map(Number);
  const reading = new Reading(value, time);
  if (sensor) {
    sensor.push(reading);
    return sensor;
  }
  return reading;
}

async function fetchLine(url: string): Promise<string> {
  const response = await fetch(url);
  return response.text();
}

export async function collect(registry: Registry<Sensor>, id: string, url: string): Promise<number | null> {
  const sensor = registry.find(id);
  const line = await fetchLine(url);
  sensor?.push(parse(line));
  return sensor?.latest()?.celsius() ?? null;
}

export function setUp(ids: string[]): Registry<Sensor> {
  const registry = new Registry<Sensor>();
  ids.forEach((id) => registry.add(new Sensor(id)));
  return registry;
}

export function averages(registry: Registry<Sensor>): number[] {
  const result: number[] = [];
  registry.forEach((sensor) => {
    result.push(sensor.average());
  });
  return result;
}
