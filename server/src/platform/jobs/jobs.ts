/**
 * Every kind of background work and what it carries. A room adds its own by declaration merging, next
 * to the handler in its jobs.ts: `declare module '../platform/jobs/jobs.ts' { interface JobData { … } }`.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled by the rooms
export interface JobData {}
