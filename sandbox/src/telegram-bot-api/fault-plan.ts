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

/** Which calls fail, and how. */
export type FaultRule = {
  /** In upper or lower case. Without it the rule matches every method. */
  method?: string
  bot?: number
  chat?: number
  fault: FaultKind
  /** `before` the call is accepted: it has no effect. `after`: it has its full effect, and only the answer suffers. */
  when: 'before' | 'after'
  /** How many of the next matching calls fail. Without it `rate` decides. */
  next?: number
  /** The share of the matching calls that fail, from 0 to 1; all if absent. */
  rate?: number
  /** How long: for `slow` in milliseconds; for `flood` the seconds of retry_after. */
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

export type FaultPlan = {
  /** Replaces all rules; the same seed and rules give the same faults for the same calls. */
  setRules(rules: FaultRule[], seed?: number): void
  /** The fault of this call, if it has one; the first rule that strikes wins. */
  strike(call: { method: string; botId: number; chatId: number }): Fault | undefined
  report(): { seed: number; rules: (FaultRule & { seen: number; struck: number })[] }
}

const AMOUNT: Partial<Record<FaultKind, number>> = { slow: 1_000, flood: 5 }

export function createFaultPlan(): FaultPlan {
  let seed = 1
  let rules: (FaultRule & { seen: number; struck: number })[] = []

  return {
    setRules(given, newSeed = 1) {
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

function matches(rule: FaultRule, call: { method: string; botId: number; chatId: number }) {
  return (
    (!rule.method || rule.method.toLowerCase() === call.method) &&
    (!rule.bot || rule.bot === call.botId) &&
    (!rule.chat || rule.chat === call.chatId)
  )
}

function strikes(rule: FaultRule & { seen: number; struck: number }, seed: number, index: number) {
  if (rule.next !== undefined) return rule.struck < rule.next
  return fractionOf(seed, index, rule.seen) < (rule.rate ?? 1)
}
