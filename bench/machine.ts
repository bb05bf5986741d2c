import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Product } from '../tools/product.ts'

/** The process of a product's server. */
export function pidOf({ dataDir }: Pick<Product, 'dataDir'>): number {
  const text = readFileSync(join(dataDir, 'server.json'), 'utf8')
  return (JSON.parse(text) as { pid: number }).pid
}

/** Memory that a process holds now, in megabytes of a million bytes. */
export function residentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return (Number(/VmRSS:\s+(\d+) kB/.exec(status)![1]) * 1_024) / 1e6
}

/** Processor time of a process so far, in milliseconds: user and system, which Linux counts in hundredths of a second. */
export function cpuMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}
