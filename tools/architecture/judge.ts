import { basename } from 'node:path/posix'
import { type SourceFile, type Target, targetsOf } from './imports.ts'
import {
  BELOW_NOTIFICATIONS,
  FEATURES,
  FENCES,
  OPEN_SHELVES,
  PARTS,
  PURE,
  ROOMS,
  UPWARD,
} from './table.ts'

/** What the files of the repository do against the rules, one sentence each. */
export function judge(files: SourceFile[]): string[] {
  return files.flatMap((file) => [
    ...nameless(file.path),
    ...targetsOf(file).flatMap((target) => wrong(file.path, target)),
  ])
}

// A name that fits any file does not tell what the file holds.
function nameless(path: string): string[] {
  const stem = basename(path).replace(/(\.test|\.proof)?\.\w+$/, '')
  const empty = /^(index|utils?|helpers?|common|shared|managers?|misc)$/i.test(stem)
  return empty ? [`${path}: name it by what it holds.`] : []
}

function wrong(path: string, target: Target): string[] {
  const [name, reason] =
    'package' in target
      ? [target.package, wrongPackage(path, target.package)]
      : [target.file, wrongFile(path, target.file)]
  return reason ? [`${path} imports ${name}: ${reason}`] : []
}

function wrongPackage(path: string, name: string): string | undefined {
  if (isTest(path)) return undefined

  const pure = PURE.find(({ place }) => path.startsWith(place))
  if (pure && !pure.packages.test(name)) return pure.reason
  const fence = FENCES.find(({ packages }) => packages.test(name))
  return fence && !fence.places.test(path) ? `it is fenced in ${fence.places.source}.` : undefined
}

function wrongFile(path: string, target: string): string | undefined {
  const from = partOf(path)
  const to = partOf(target)
  if (from !== to) return wrongPart(path, target)
  if (from === 'web') return wrongFloor(path, target) ?? wrongFeature(path, target)
  return from === 'server' ? wrongRoom(path, target) : undefined
}

function wrongPart(path: string, target: string): string | undefined {
  const from = partOf(path)
  const to = partOf(target)
  // What people call a time zone is no fact of the product, and the server writes it too.
  const isZoneName = target === 'contract/src/zones.ts'
  if (path.startsWith('web/src/ui/') && !isZoneName) return 'ui knows nothing but itself.'
  if (from === 'web' && /^contract\/src\/schemas(\/|\.ts$)/.test(target)) {
    return 'the server judges what goes over the wire; a page has the types and the calls.'
  }
  // A test may start the outside world, through the one file that is made for that.
  if (from === 'server' && isTest(path) && target === 'sandbox/src/testing.ts') return undefined
  return PARTS[from]?.includes(to) ? undefined : `${from} may not import ${to}.`
}

/** In the web, ui and api stand below what is shown. */
function wrongFloor(path: string, target: string): string | undefined {
  const [from, to] = [path, target].map((file) => /^web\/src\/(ui|api)\//.exec(file)?.[1])
  return from && from !== to ? `${from} knows nothing but itself.` : undefined
}

function wrongFeature(path: string, target: string): string | undefined {
  const [from, to] = [path, target].map(featureOf)
  if (!from || !to || from === to || isTest(path)) return undefined
  const may = FEATURES[from]
  if (!may) return `${from} has no line in the table of features.`
  const file = path.slice('web/src/features/'.length)
  return may.includes(to) || UPWARD[file]?.includes(to)
    ? undefined
    : `${from} may not import ${to}.`
}

function wrongRoom(path: string, target: string): string | undefined {
  const from = roomOf(path)
  if (!from || isTest(path)) return undefined

  const to = roomOf(target)
  if (!to) return 'only what starts the server knows it.'
  if (from === to) return wrongShelf(path, target) ?? wrongAdapter(path, target)
  return ROOMS[from] ? wrongEntry(path, target) : `${from} has no line in the table of rooms.`
}

/** `store.ts`, or one of several: `attempts-store.ts`. */
const isStore = (path: string): boolean => /^(.+-)?store\.ts$/.test(basename(path))

const mayJoin = (path: string): boolean =>
  roomOf(path) !== 'platform' && (isStore(path) || basename(path) === 'tables.ts')

/** Files that decide and do nothing: by their name, or because all of their folder does. */
const decides = (path: string): boolean =>
  /^(rules|words)\.ts$/.test(basename(path)) || path.startsWith('server/src/cycles/rotation/')

/** Rules decide without doing; routes ask actions. */
function wrongShelf(path: string, target: string): string | undefined {
  const [shelf, other] = [basename(path), basename(target)]
  if (decides(path) && /^(actions|(.+-)?store|routes|jobs)\.ts$/.test(other)) {
    return 'rules decide without doing anything.'
  }
  return shelf === 'routes.ts' && /^((.+-)?store|tables)\.ts$/.test(other)
    ? 'routes ask actions.'
    : undefined
}

/** An adapter knows the port of its room, and no other adapter. */
function wrongAdapter(path: string, target: string): string | undefined {
  const adapter = /^server\/src\/(?:channels|payments)\/[^/]+\//.exec(path)?.[0]
  if (!adapter || target.startsWith(adapter)) return undefined
  return /^server\/src\/\w+\/(port|rules|port\/[\w-]+)\.ts$/.test(target)
    ? undefined
    : 'an adapter knows only the port and the rules of its room.'
}

function wrongEntry(path: string, target: string): string | undefined {
  const [from = '', to = ''] = [path, target].map(roomOf)
  const shelf = target.slice(`server/src/${to}/`.length)
  if (to === 'platform') return wrongPlatform(path, shelf)
  if (shelf === 'tables.ts') {
    // A read may join whatever it needs; a circle of types is none at run time.
    return mayJoin(path) ? undefined : 'tables are joined by store.ts and tables.ts alone.'
  }
  if (!mayEnter(from, to)) return `${from} may not import ${to}.`
  if (isStore(shelf) && isStore(path)) return undefined
  return OPEN_SHELVES.includes(shelf) || shelf.startsWith('port/')
    ? undefined
    : `only ${OPEN_SHELVES.join(', ')} are open.`
}

function wrongPlatform(path: string, file: string): string | undefined {
  if (roomOf(path) === 'schedule') return file === 'clock.ts' ? undefined : 'schedule is pure.'
  return decides(path) && /^(db|http|jobs|news|mail|storage)\//.test(file)
    ? 'rules decide without doing anything.'
    : undefined
}

const mayEnter = (from: string, to: string): boolean =>
  (ROOMS[from]?.includes(to) ?? false) ||
  (to === 'notifications' && !BELOW_NOTIFICATIONS.includes(from))

const partOf = (path: string): string => path.split('/', 1)[0] ?? ''

/** The room of the server a file lies in; none for what starts the server and for the test harness. */
const roomOf = (path: string): string | undefined => /^server\/src\/([^/]+)\//.exec(path)?.[1]

/** The feature of the web a file lies in. */
const featureOf = (path: string): string | undefined =>
  /^web\/src\/features\/([^/]+)\//.exec(path)?.[1]

/** Tests, their harness, and the suites that adapters share; they may import any file of their part. */
const isTest = (path: string): boolean =>
  /\.(test|proof)\.tsx?$|^server\/test\/|\/conformance(\.ts$|\/)|^e2e\/|^sandbox\/src\/testing/.test(
    path,
  )
