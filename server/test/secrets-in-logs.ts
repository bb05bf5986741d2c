/** What a log must never say, by its looks: wherever it came from, it lets somebody in, or opens what is sealed. */
const SHAPES: Readonly<Record<string, RegExp>> = {
  'a private key': /privKey|private[_ ]?key"?\s*[:=]|BEGIN (?:[A-Z]+ )?PRIVATE KEY/i,
  'a key of 32 bytes': /(?<![\w+/])[A-Za-z0-9+/]{43}=(?![\w=])/,
  'a code to scan': /wa\.me\/settings|\b2@[\w+/=]{20,}/,
  // Of 32 signs, and one in fourteen has no digit.
  'a code to type': /(?<![\w+/=-])(?=[A-Z]*\d)(?=\d*[A-Z])[1-9A-HJ-NP-TV-Z]{8}(?![\w+/=-])/,
  'a token of a bot': /\b\d{6,}:[\w-]{30,}/,
  'a token of a person': /\beyJ[\w-]{10,}\.[\w-]+/,
}

/** Shorter words are in any log by chance; a code that is typed on a phone has as many. */
const WORDS_MIN = 8

/**
 * What a log says that is secret, in words that may be printed: by its looks, or because it is among what is
 * `known`: texts of messages, numbers of people, codes, passwords.
 */
export function secretsIn(log: string, known: Iterable<string>): string[] {
  const found = Object.entries(SHAPES).flatMap(([name, shape]) =>
    shape.test(log) ? [`${name}, in: ${around(log, log.search(shape))}`] : [],
  )
  for (const words of new Set(known)) {
    // In a line of JSON it stands as JSON has it.
    const written = JSON.stringify(words).slice(1, -1)
    const place = words.length < WORDS_MIN ? -1 : log.indexOf(written)
    if (place !== -1) found.push(`"${words.slice(0, 40)}", in: ${around(log, place)}`)
  }
  return found
}

/** How much of the line before the secret is shown, for whoever looks for its place. */
const SHOWN = 120

const around = (log: string, place: number) =>
  log.slice(Math.max(log.lastIndexOf('\n', place) + 1, place - SHOWN), place)
