import { join } from 'node:path'
import { getConfig, type PublicConfig } from '@carillon/contract/config'
import { isAlive, readEndpoints, type Endpoints } from '../sandbox/src/endpoints.ts'
import { createClient, type SandboxClient } from '../sandbox/src/testing/client.ts'
import { CallError, callPublic, newPerson, PASSWORD, type Person, signInAs } from './client.ts'
import { say } from './launcher/project.mjs'
import { runningInstance } from './launcher/project.mjs'
import { dataDir } from './launcher/project.mjs'
import { giveExample } from './seed/example.ts'

/** example.com is nobody's: a mail that left by mistake would reach no one. */
const EMAIL = 'example@example.com'

try {
  console.log(await seed())
} catch (error) {
  say(`✖ ${(error as Error).message}`)
  process.exitCode = 1
}

/** Fills the running instance with an example to look at, and returns where to look. */
async function seed(): Promise<string> {
  const instance = await runningInstance()
  if (!instance) {
    throw new Error(`Nothing runs on ${dataDir()}. Start it first (npm start), then seed it.`)
  }
  const config = await callPublic(instance.url, getConfig, {})
  const endpoints = await sandboxFor(config)
  const sandbox = createClient(endpoints.http)
  const where = [
    `  open      ${instance.url}/login`,
    `  e-mail    ${EMAIL}`,
    `  password  ${PASSWORD}`,
    `  phone     ${endpoints.http}/sandbox/phone`,
  ].join('\n')

  const person = await signUp(instance.url, sandbox)
  if (!person) return `The example is there already:\n\n${where}\n`
  const { groups, scheduled, repeating, sent, drafts, cycles } = await giveExample(person, sandbox)
  const titles = groups.map(({ title }) => title).join(', ')
  return `An example to look at: ${scheduled} scheduled messages, ${repeating} that repeat, ${sent} sent, ${drafts} draft, ${cycles} cycle; in ${titles}.\n\n${where}\n`
}

/** Where the world of the example is; throws in words when the messages would reach real people. */
async function sandboxFor({ sandbox, identity, authPolicy }: PublicConfig): Promise<Endpoints> {
  if (!sandbox?.services.includes('telegram')) {
    throw new Error(
      'The sandbox is off here: the example would send to real groups, so there is none.',
    )
  }
  if (identity.issuer !== 'embedded') {
    throw new Error(
      `People sign in with ${identity.issuer} here: nobody can be made for an example.`,
    )
  }
  if (authPolicy.emailVerification && !sandbox.services.includes('mail')) {
    throw new Error('Addresses are proved by real mail here: nobody can be made for an example.')
  }
  const endpoints = readEndpoints(join(dataDir(), 'sandbox'))
  if (!endpoints || !(await isAlive(endpoints))) {
    throw new Error('The sandbox of this instance does not answer. Start both again (npm start).')
  }
  return endpoints
}

/** The person of the example; undefined when there is one already. */
async function signUp(url: string, sandbox: SandboxClient): Promise<Person | undefined> {
  if (await hasAccount(url)) return undefined
  const since = (await sandbox.mails(EMAIL))[0]?.id ?? 0
  return newPerson(url, EMAIL, async () => {
    const { text } = await sandbox.waitForMail(EMAIL, { since })
    const [code] = /\b\d{6,10}\b/.exec(text) ?? []
    if (!code) throw new Error('The mail of the sign-up has no code.')
    return code
  })
}

/** Asked by signing in: a second sign-up would mail another code, which is limited. */
async function hasAccount(url: string): Promise<boolean> {
  try {
    await signInAs(url, EMAIL, PASSWORD)
    return true
  } catch (error) {
    if (error instanceof CallError && error.error.reason !== undefined) return false
    throw error
  }
}
