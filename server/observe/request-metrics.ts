import type { Counter, Histogram } from "prom-client";
import { counter, gauge, histogram } from "../../lib/logging/metrics/instruments";
import type { Route } from "./route";

export interface Traffic {
  received: number;
  sent: number;
}

export interface RequestUnderWay {
  readonly method: string;
  readonly route: Route;
  /** Returns the bytes since the last call. */
  takeTraffic(): Traffic;
}

/** Buckets in seconds. A tile takes a few milliseconds, an upload minutes. */
const DURATIONS = [0.005, 0.025, 0.1, 0.5, 2.5, 10, 60];

const LABELS = ["method", "route", "status"] as const;
/** Methods that clients invent must not become labels. */
const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Returns the class of a status, such as `2xx`, or `none` when the client left before the answer. */
function classOf(status: number | null): string {
  return status === null ? "none" : `${Math.floor(status / 100)}xx`;
}

interface Counted {
  count(): void;
  took(seconds: number): void;
}

export class RequestMetrics {
  private readonly underWay = new Set<RequestUnderWay>();
  /** Caches time series, since finding one by its labels costs more than counting. */
  private readonly counted = new Map<string, Counted>();
  private readonly requests: Counter<(typeof LABELS)[number]>;
  private readonly durations: Histogram<(typeof LABELS)[number]>;
  private readonly received: Counter<"route">;
  private readonly sent: Counter<"route">;

  constructor() {
    // Registered before the byte counters, so that they include the bytes of uploads in progress.
    gauge("sea_vision_http_requests_under_way", "Requests that are being answered.", [], (figure) => {
      for (const one of this.underWay) this.countTraffic(one);
      figure.set(this.underWay.size);
    });
    gauge("sea_vision_uploads_under_way", "Requests that bring bytes of uploads at this moment.", [], (figure) => {
      figure.set([...this.underWay].filter(({ route }) => route.kind === "upload").length);
    });
    const duration = "Time from the head of a request to the end of its answer.";
    this.requests = counter("sea_vision_http_requests_total", "Requests that have ended.", LABELS);
    this.durations = histogram("sea_vision_http_request_duration_seconds", duration, LABELS, DURATIONS);
    this.received = counter("sea_vision_http_received_bytes_total", "Bytes that came with requests, heads included.", ["route"]);
    this.sent = counter("sea_vision_http_sent_bytes_total", "Bytes that went with answers, heads included.", ["route"]);
  }

  started(request: RequestUnderWay): void {
    this.underWay.add(request);
  }

  /** Counts an ended request. @param status null when there was no answer */
  ended(request: RequestUnderWay, status: number | null, seconds: number): void {
    this.underWay.delete(request);
    this.countTraffic(request);
    const { count, took } = this.countedFor(request, classOf(status));
    count();
    took(seconds);
  }

  private countTraffic(request: RequestUnderWay): void {
    const { received, sent } = request.takeTraffic();
    const { pattern: route } = request.route;
    if (received > 0) this.received.inc({ route }, received);
    if (sent > 0) this.sent.inc({ route }, sent);
  }

  private countedFor({ method: asked, route: { pattern: route } }: RequestUnderWay, status: string): Counted {
    const method = METHODS.has(asked) ? asked : "other";
    const key = `${method} ${status} ${route}`;
    const known = this.counted.get(key);
    if (known) return known;
    const labels = { method, route, status };
    const [requests, durations] = [this.requests.labels(labels), this.durations.labels(labels)];
    const made: Counted = { count: () => requests.inc(), took: (seconds) => durations.observe(seconds) };
    this.counted.set(key, made);
    return made;
  }
}
