/** A problem that prevents saving, and its field. */
type Problem = { path: string; message: string }

/** The problems that prevent saving a cycle, each once for all of its steps: `Steps 1 and 3: Write a message.` */
export function problemsOfSteps(problems: readonly Problem[]): Problem[] {
  const alike = Map.groupBy(problems, ({ path, message }) =>
    numberIn(path) === undefined ? `${path} ${message}` : message,
  )
  return [...alike.values()].map((all) => {
    const { path, message } = all[0]!
    const numbers = all.flatMap((one) => numberIn(one.path) ?? [])
    return { path, message: numbers.length > 0 ? `${stepsWords(numbers)}: ${message}` : message }
  })
}

/** `Step 2`, `Steps 1, 2 and 4`; each once. */
export function stepsWords(numbers: readonly number[]): string {
  const each = [...new Set(numbers)].map(String)
  return `${each.length === 1 ? 'Step' : 'Steps'} ${list.format(each)}`
}

const list = new Intl.ListFormat('en-GB')

function numberIn(path: string): number | undefined {
  const index = /^steps\.(\d+)\./.exec(path)?.[1]
  return index === undefined ? undefined : Number(index) + 1
}
