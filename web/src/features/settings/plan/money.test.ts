import { expect, test } from 'vitest'
import { priceWords } from './money.ts'

test('a price is told with its currency and for how long it is', () => {
  expect(priceWords({ cents: 2499, currency: 'USD', interval: 'month' })).toBe('$24.99 per month')
  expect(priceWords({ cents: 24000, currency: 'EUR', interval: 'year' })).toBe('€240.00 per year')
  expect(priceWords({ cents: 3600, currency: 'JPY', interval: 'month' })).toBe('¥3,600 per month')
})
