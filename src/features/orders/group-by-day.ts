type Dated = { created_at: string; date_add: string };

export type DayOf<Row> = { day: string; requests: Row[] };

/** Neighbours of one day together; the server's order is kept, so a day that comes again is a group of its own. */
export function groupByDay<Row extends Dated>(requests: readonly Row[]): DayOf<Row>[] {
  const groups: DayOf<Row>[] = [];
  for (const request of requests) {
    const day = (request.created_at || request.date_add).slice(0, 10);
    const last = groups.at(-1);
    if (last?.day === day) last.requests.push(request);
    else groups.push({ day, requests: [request] });
  }
  return groups;
}
