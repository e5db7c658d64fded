import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Stepper } from './stepper.tsx'

test('the stepper marks the current step and says that the earlier ones are done', () => {
  render(<Stepper label="Transfer" steps={['Details', 'Review', 'Receipt']} current={1} />)
  const [details, review, receipt] = screen.getAllByRole('listitem')
  expect(review!.getAttribute('aria-current')).toBe('step')
  expect(details!.textContent).toContain('done')
  expect(receipt!.hasAttribute('aria-current')).toBe(false)
})
