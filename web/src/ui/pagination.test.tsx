import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Pagination } from './pagination.tsx'

test('the pagination says which rows are shown out of how many', () => {
  render(<Pagination label="Pages" firstRow={21} rowCount={20} total={134} />)
  expect(screen.getByRole('status').textContent).toBe('Showing 21–40 of 134')
})

test('the pagination does not count beyond a thousand', () => {
  render(<Pagination label="Pages" firstRow={1} rowCount={20} total={null} />)
  expect(screen.getByRole('status').textContent).toBe('Showing 1–20 of 1,000+')
})

test('a pressed page button keeps the focus, also on the last page', async () => {
  const onNext = vi.fn()
  const view = render(<Pagination label="Pages" firstRow={1} rowCount={20} total={40} onNext={onNext} />)
  const next = screen.getByRole('button', { name: 'Next' })
  await userEvent.click(next)
  view.rerender(<Pagination label="Pages" firstRow={21} rowCount={20} total={40} onPrevious={onNext} />)
  expect(onNext).toHaveBeenCalledTimes(1)
  expect(document.activeElement).toBe(next)
  expect(next.getAttribute('aria-disabled')).toBe('true')
})
