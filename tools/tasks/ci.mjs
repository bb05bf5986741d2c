import check from './check.mjs'
import test from './test.mjs'

/** Exactly what a change must pass. The tests run even if the check failed: both answers in one go. */
export default async function ci() {
  const checked = await check()
  const tested = await test([])
  return checked || tested
}
