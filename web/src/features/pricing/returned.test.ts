import { expect, test } from 'vitest'
import { returnedCheckout } from './returned.ts'

test('132, 135 a returning checkout is read from the address, and the rest of the query stays', () => {
  expect(returnedCheckout('?checkout_success=true&checkout_id=co_1')).toEqual({
    id: 'co_1',
    rest: '',
  })
  expect(returnedCheckout('?tab=a&checkout_id=co_1&checkout_success=true')).toEqual({
    id: 'co_1',
    rest: '?tab=a',
  })
  expect(returnedCheckout('?tab=a')).toBeUndefined()
})

test.for([
  '?checkout_success=true',
  '?checkout_id=co_1',
  '?checkout_success=false&checkout_id=co_1',
  '?checkout_success=1&checkout_id=co_1',
  '?checkout_success=true&checkout_id=',
])(
  '134 an address without both parameters is no return from a checkout, and loses both: %s',
  (search) => {
    expect(returnedCheckout(search)).toEqual({ rest: '' })
  },
)
