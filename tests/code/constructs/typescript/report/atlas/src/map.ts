import { cached, Lease, release } from "./caching";
import { Units, Zoom } from "./units";

import Ruler = Units.Distance.Ruler;

export class MapView {
  private readonly ruler = new Ruler(2);

  constructor(public zoom: Zoom) {}

  @cached
  width(degrees: number): number {
    return this.ruler.measure(this.visible(degrees));
  }

  private visible(degrees: number): number {
    return Zoom.isClose(this.zoom) ? degrees / 10 : degrees;
  }

  zoomIn(): void {
    this.zoom = Zoom.next(this.zoom);
  }
}

export function measureAll(views: MapView[], degrees: number[]): number[] {
  const widths = (view: MapView) => degrees.map((value) => view.width(value));
  return views.flatMap(widths);
}

export function pin(name: string, view: MapView | undefined): number {
  using stack = new DisposableStack();
  const lease = stack.adopt(new Lease(name), release);
  const width = view?.width(1) ?? Units.Distance.arc(1);
  lease.refresh(width);
  return width;
}

export function arcLength(angle: number): number {
  const arc = (value: number) => value * 2;
  return arc(Units.radians(angle));
}
