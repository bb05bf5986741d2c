import { fractionOf } from '../world/random.ts'

export type FaultKind =
  | 'bad-gateway'
  | 'restart'
  | 'reset'
  | 'hang'
  | 'truncated'
  | 'wrong-type'
  | 'flood'
  | 'refuse'
  | 'slow'

/**
 * What goes wrong, and when. `before` acceptance the call has no effect; `after`, it had all of it and
 * only the answer suffers. `next` counts down the coming matching calls; without it `rate` decides.
 */
export type ChaosRule = {
  /** In any case; absent means every method. */
  method?: string
  bot?: number
  chat?: number
  fault: FaultKind
  when: 'before' | 'after'
  next?: number
  rate?: number
  /** For `slow`, milliseconds; for `flood`, the seconds of retry_after. */
  amount?: number
  /** For `refuse`, the status and the description of the answer. */
  status?: number
  words?: string
}

export type Fault = {
  kind: FaultKind
  when: 'before' | 'after'
  amount: number
  status: number
  words: string
}

export type Chaos = {
  /** Replaces the fault plan; the same seed and rules give the same faults for the same calls. */
  plan(rules: ChaosRule[], seed?: number): void
  /** The fault of this call, if it has one; the first rule that strikes wins. */
  strike(call: { method: string; botId: number; chatId: number }): Fault | undefined
  report(): { seed: number; rules: (ChaosRule & { seen: number; struck: number })[] }
}

const AMOUNT: Partial<Record<FaultKind, number>> = { slow: 1_000, flood: 5 }

export function createChaos(): Chaos {
  let seed = 1
  let rules: (ChaosRule & { seen: number; struck: number })[] = []

  return {
    plan(given, newSeed = 1) {
      seed = newSeed
      rules = given.map((rule) => ({ ...rule, seen: 0, struck: 0 }))
    },
    strike(call) {
      for (const [index, rule] of rules.entries()) {
        if (!matches(rule, call)) continue
        rule.seen += 1
        if (!strikes(rule, seed, index)) continue
        rule.struck += 1
        const { fault: kind, when, status = 400, words = 'Bad Request: SOMETHING_NEW' } = rule
        return { kind, when, amount: rule.amount ?? AMOUNT[kind] ?? 0, status, words }
      }
      return undefined
    },
    report: () => ({ seed, rules: rules.map((rule) => ({ ...rule })) }),
  }
}

function matches(rule: ChaosRule, call: { method: string; botId: number; chatId: number }) {
  return (
    (!rule.method || rule.method.toLowerCase() === call.method) &&
    (!rule.bot || rule.bot === call.botId) &&
    (!rule.chat || rule.chat === call.chatId)
  )
}

function strikes(rule: ChaosRule & { seen: number; struck: number }, seed: number, index: number) {
  if (rule.next !== undefined) return rule.struck < rule.next
  return fractionOf(seed, index, rule.seen) < (rule.rate ?? 1)
}
