import { describe, expect, test } from 'vitest'
import { isEasyPin } from './easy-pin.ts'

describe('a PIN that somebody else would try first', () => {
  for (const pin of ['0000', '77777777', '1234', '4321', '7890', '456789', '1212', '909090']) {
    test(`${pin} is easy for everybody`, () => expect(isEasyPin(pin)).toBe(true))
  }
  for (const pin of ['1990', '0517', '1705', '05171990', '17051990', '19900517', '051790']) {
    test(`${pin} is easy for somebody born on May 17, 1990, and for nobody else`, () => {
      expect([isEasyPin(pin, '1990-05-17'), isEasyPin(pin, '1984-11-02'), isEasyPin(pin)]).toEqual([
        true,
        false,
        false,
      ])
    })
  }
  for (const pin of ['', '12', '123a', '2580', '86420', '9491']) {
    test(`"${pin}" is not called easy`, () => expect(isEasyPin(pin, '1990-05-17')).toBe(false))
  }
})
