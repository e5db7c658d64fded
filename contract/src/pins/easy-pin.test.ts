import { describe, expect, test } from 'vitest'
import { isEasyPin } from './easy-pin.ts'

describe('a PIN that is easy to guess', () => {
  for (const pin of ['0000', '77777777', '1234', '4321', '7890', '456789', '1212', '909090']) {
    test(`the PIN ${pin} is easy to guess`, () => expect(isEasyPin(pin)).toBe(true))
  }
  for (const pin of ['1990', '0517', '1705', '05171990', '17051990', '19900517', '051790']) {
    test(`the PIN ${pin} is easy to guess for a user born on May 17, 1990 only`, () => {
      expect([isEasyPin(pin, '1990-05-17'), isEasyPin(pin, '1984-11-02'), isEasyPin(pin)]).toEqual([
        true,
        false,
        false,
      ])
    })
  }
  for (const pin of ['', '12', '123a', '2580', '86420', '9491']) {
    test(`the PIN "${pin}" is not easy to guess`, () => expect(isEasyPin(pin, '1990-05-17')).toBe(false))
  }
})
