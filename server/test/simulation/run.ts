import { Worker } from 'node:worker_threads'
import type { Report, Story } from './simulate.ts'
import type { Task } from './worker.ts'

type Told = Report & { story?: Story }

/** Lives through seeds in a thread of its own. Rejects when that ends in an unexpected way. */
export function runSeeds(
  task: Partial<Task> & { first: number; count: number },
  heard: { report?(report: Told): void; line?(line: string): void } = {},
): Promise<Told[]> {
  const workerData: Task = {
    every: 1,
    untilViolation: true,
    printsSteps: false,
    records: false,
    ...task,
  }
  const reports: Told[] = []
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('worker.ts', import.meta.url), { workerData, execArgv: [] })
    worker.on('message', ({ report, line }: { report?: Told; line?: string }) => {
      if (line) heard.line?.(line)
      if (!report) return
      reports.push(report)
      heard.report?.(report)
    })
    worker.on('error', reject)
    worker.on('exit', () => resolve(reports))
  })
}
