import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { ROOT } from './here.mjs'

/**
 * @typedef {{ fullName: string, status: string, failureMessages?: string[] }} VitestTest
 * @typedef {{ testResults?: { name: string, status: string, message?: string,
 *   assertionResults: VitestTest[] }[] }} VitestReport
 * @typedef {{ message?: string }} Problem
 * @typedef {{ title: string, file: string,
 *   tests: { status: string, results: { error?: Problem }[] }[] }} Story
 * @typedef {{ specs?: Story[], suites?: Suite[] }} Suite
 * @typedef {{ config?: { rootDir: string }, suites?: Suite[], errors?: Problem[] }} PlaywrightReport
 */

/** What a line has room for. */
const WORDS_MAX = 300

/**
 * Each failed test of Vitest's JSON report, and each file that could not be loaded: its name, and the
 * first words of why.
 * @param {VitestReport} report
 */
export const failuresOfVitest = ({ testResults = [] }) =>
  testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(ROOT, name)
    if (status === 'failed' && assertionResults.length === 0) return [failure([file], message)]
    return assertionResults
      .filter((one) => one.status === 'failed')
      .map((one) => failure([file, one.fullName], one.failureMessages?.[0]))
  })

/**
 * Each failed story of Playwright's JSON report, and what failed outside of all: its name, and the first
 * words of why, of the last try.
 * @param {PlaywrightReport} report
 */
export const failuresOfPlaywright = ({ config, suites = [], errors = [] }) => [
  ...errors.map(({ message }) => failure([], message)),
  ...storiesOf(suites).flatMap(({ title, file, tests }) => {
    const names = [relative(ROOT, join(config?.rootDir ?? ROOT, file)), title]
    return tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ results }) => failure(names, results.at(-1)?.error?.message))
  }),
]

/** @param {Suite[]} suites @returns {Story[]} */
const storiesOf = (suites) =>
  suites.flatMap((suite) => [...(suite.specs ?? []), ...storiesOf(suite.suites ?? [])])

/** @param {string[]} names @param {string} [message] */
function failure(names, message = '') {
  const words = stripVTControlCharacters(message).trim().split('\n', 1)[0] ?? ''
  return [names.join(' › '), words.slice(0, WORDS_MAX)].filter(Boolean).join(': ')
}
