import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Mutant } from './mutants.ts'

/**
 * The files that touch the database, and the models that stand in for them. Everything else in the
 * simulation is the product's own code, as it is.
 */
const MODELS: Record<string, string> = {
  'accounts/store.ts': 'accounts.ts',
  'accounts/owners-store.ts': 'owners.ts',
  'deliveries/store.ts': 'deliveries.ts',
  'deliveries/trouble-store.ts': 'trouble.ts',
  'deliveries/content-sizes-store.ts': 'content-sizes.ts',
  'occurrences/store.ts': 'occurrences.ts',
  'sending/store.ts': 'sending.ts',
  'sending/lanes/lanes-store.ts': 'lanes.ts',
  'sending/group-rules/store.ts': 'group-rules.ts',
  'sending/attempts/attempts-store.ts': 'attempts.ts',
  'planning/store.ts': 'planning.ts',
  'planning/continued-fan-outs-store.ts': 'fan-outs.ts',
  'planning/people-store.ts': 'people.ts',
  'groups/actions.ts': 'groups.ts',
  'content/actions.ts': 'content.ts',
  'platform/db/session.ts': 'session.ts',
  'occurrences/reads-store.ts': 'occurrence-reads.ts',
  'series/slot-contents-store.ts': 'slot-contents.ts',
  'notifications/actions.ts': 'notifications.ts',
  'cycles/store.ts': 'cycles.ts',
  'cycles/steps-store.ts': 'cycle-steps.ts',
  'cycles/targets-store.ts': 'cycle-targets.ts',
  'cycles/descriptions.ts': 'cycle-described.ts',
  'cycles/checks.ts': 'cycle-checks.ts',
  'cycles/changes.ts': 'cycle-changes.ts',
  'cycles/limits.ts': 'cycle-limits.ts',
}

/** Rooms' files with a model that ask no database: what they are asked takes no time. */
const ASK_NOTHING: ReadonlySet<string> = new Set(['cycles/checks', 'notifications/actions'])

const SERVER = new URL('../../', import.meta.url).href
const SOURCE = new URL('../../src/', import.meta.url).href
const HERE = new URL('./', import.meta.url).href

/**
 * Intercepts every call of a store, in this thread and for later imports: calls go to the models or, with
 * `real`, to the stores themselves. With a mutant, one file of the product has a bug planted.
 */
export function interceptStores({ real, mutant }: { real: boolean; mutant: Mutant | undefined }) {
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context)
      const model = modelOf(found.url)
      if (!model || context.parentURL?.includes('?intercepted')) return found
      // A call from one store to another is not intercepted.
      if (real && context.parentURL && modelOf(context.parentURL)) return found
      return { ...found, url: `${found.url}?intercepted`, shortCircuit: true }
    },
    load(url, context, next) {
      if (url.endsWith('?intercepted'))
        return { format: 'module', source: interceptionOf(url, real), shortCircuit: true }
      const loaded = next(url, context)
      if (!mutant || url !== `${SERVER}${mutant.file}`) return loaded
      return { ...loaded, source: planted(mutant) }
    },
  })
}

const modelOf = (url: string) =>
  url.startsWith(SOURCE) ? MODELS[url.slice(SOURCE.length)] : undefined

/** A module with the same functions, each of them wrapped by `through`. */
function interceptionOf(url: string, real: boolean): string {
  const behind = url.replace(/\?intercepted$/, '')
  const room = behind.slice(SOURCE.length).replace(/\.ts$/, '')
  // The one store that the real database needs as a model too: its sessions die with their machine.
  const model = real && !room.endsWith('session') ? behind : `${HERE}stores/${modelOf(behind)}`
  const source = readFileSync(fileURLToPath(model), 'utf8')
  const names = [
    ...[...source.matchAll(/^export (?:async )?(?:function|const) (\w+)/gm)].map(
      ([, name]) => name!,
    ),
    ...[...source.matchAll(/^export \{([^}]+)\} from/gm)].flatMap(([, list]) => list!.split(',')),
  ].map((name) => name.trim())
  return [
    `import * as behind from '${model}'`,
    `import { through } from '${HERE}interception.ts'`,
    // A case that no world of the simulation reaches has no model.
    `export * from '${behind}'`,
    ...names.map((name) =>
      ASK_NOTHING.has(room)
        ? `export const ${name} = behind.${name}`
        : `export const ${name} = through('${room}.${name}', behind.${name})`,
    ),
  ].join('\n')
}

/** The text of the product's file with this bug in it. Throws when its place is not there once. */
export function planted(mutant: Mutant): string {
  const { name, file, find, replace } = mutant
  const source = readFileSync(new URL(file, SERVER), 'utf8')
  const [before, after, ...more] = source.split(find)
  if (after === undefined || more.length > 0) {
    throw new Error(`The place where "${name}" is planted is not there once; look for it anew.`)
  }
  return `${before}${replace}${after}`
}
