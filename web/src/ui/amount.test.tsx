import { render } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { Amount } from './amount.tsx'

describe('an amount in a list', () => {
  for (const [type, value, text] of [
    ['credit', '1234.50', '+$1,234.50'],
    ['debit', '1234.50', '-$1,234.50'],
    ['anything else', '1234.50', '-$1,234.50'],
    ['credit', '0.00', '$0.00'],
  ] as const) {
    test(`an amount of type ${type} over ${value} reads ${text}`, () => {
      const { container } = render(<Amount value={value} currency="USD" type={type} />)
      expect(container.textContent).toBe(text)
    })
  }
})

test('a balance carries no plus sign and its cents are part of one number', () => {
  const { container } = render(<Amount value="1234.50" currency="GBP" hero />)
  expect(container.textContent).toBe('£1,234.50')
})

test('an amount larger than a number can hold is exact to the cent', () => {
  const { container } = render(<Amount value="92233720368547758.07" currency="EUR" />)
  expect(container.textContent).toBe('€92,233,720,368,547,758.07')
})
