import fc from 'fast-check'
import { PART_BYTES } from '@carillon/contract/media'
import { describe, expect, test } from 'vitest'
import { bytesOfPart, kindOf, partsOf, rangeOf } from './rules.ts'

test('the parts of a file have all of its bytes, none is empty, and all but the last are full', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60_000_000 }), (bytes) => {
      const parts = partsOf(bytes)
      const sizes = Array.from({ length: parts }, (_, n) => bytesOfPart({ bytes, parts }, n))
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(bytes)
      expect(sizes.slice(0, -1).every((size) => size === PART_BYTES)).toBe(true)
      expect(sizes.at(-1)).toBeGreaterThan(0)
    }),
  )
})

describe('the bytes that a header asks for', () => {
  test.for([
    [undefined, undefined],
    ['bytes=0-0', { from: 0, to: 0 }],
    ['bytes=5-', { from: 5, to: 9 }],
    ['bytes=5-99', { from: 5, to: 9 }],
    ['bytes=-3', { from: 7, to: 9 }],
    ['bytes=-99', { from: 0, to: 9 }],
    ['bytes=10-', null],
    ['bytes=-0', null],
    // Invalid ranges, and several ranges at once, are ignored.
    ['bytes=6-5', undefined],
    ['bytes=-', undefined],
    ['bytes=0-1,3-4', undefined],
    ['lines=0-1', undefined],
    ['bytes=0-1e3', undefined],
  ] as const)('%s', ([header, asked]) => {
    expect(rangeOf(header, 10)).toEqual(asked)
  })

  test('never lie outside of the file', () => {
    const number = fc.option(fc.nat(200), { nil: '' })
    fc.assert(
      fc.property(number, number, fc.integer({ min: 1, max: 100 }), (from, to, bytes) => {
        const asked = rangeOf(`bytes=${from}-${to}`, bytes)
        if (!asked) return
        expect(asked.from).toBeGreaterThanOrEqual(0)
        expect(asked.to).toBeLessThan(bytes)
        expect(asked.from).toBeLessThanOrEqual(asked.to)
      }),
    )
  })
})

test('a type is shown in its usual way, unless its uploader asked for another that it has', () => {
  const file = { purpose: 'library', kind: null, bytes: 1_000 } as const
  expect(kindOf('audio/ogg; codecs=opus', file)).toBe('voice')
  expect(kindOf('audio/mpeg', { ...file, kind: 'voice' })).toBe('voice')
  // A picture that is too large for a photo can be a document.
  const large = { ...file, bytes: 10_000_001 }
  expect(() => kindOf('image/png', large)).toThrow('or send it as a document')
  expect(kindOf('image/png', { ...large, kind: 'document' })).toBe('document')
  expect(() => kindOf('image/svg+xml', file)).toThrow('not accepted')
})
