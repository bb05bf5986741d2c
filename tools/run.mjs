#!/usr/bin/env node
// Behind every npm script. Runs on whatever Node the visitor has (18 or newer) and on its built-ins
// alone: finds a Node that can run the project, installs what is missing, then runs the task there.
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { Stopped, runNode } from './launcher/child.mjs'
import { heedNpm, install, pickNode } from './launcher/install.mjs'
import { ROOT, say } from './launcher/project.mjs'
import { tasks } from './tasks.mjs'

process.chdir(ROOT)
heedNpm()
try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof Stopped)) say(`✖ ${/** @type {Error} */ (error).message}`)
  process.exitCode = error instanceof Stopped ? error.code : 1
}

/** @param {string[]} words */
async function main([task = 'start', ...rest]) {
  if (!isTask(task))
    throw new Error(`There is no task "${task}". There are: ${Object.keys(tasks).join(', ')}.`)
  const node = await pickNode()
  if (node !== process.execPath)
    return runNode([fileURLToPath(import.meta.url), task, ...rest], { node, again: true })
  await install()
  return tasks[task](rest)
}

/** @param {string} name @returns {name is keyof typeof tasks} */
function isTask(name) {
  return Object.hasOwn(tasks, name)
}
