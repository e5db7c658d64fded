import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Pagination } from './pagination.tsx'

test('the pagination says which rows are shown out of how many', () => {
  render(<Pagination label="Pages" firstRow={21} rowCount={20} total={134} />)
  expect(screen.getByRole('status').textContent).toBe('Showing 21–40 of 134')
})

test('the pagination says how many rows were counted at least, and never fewer than it has shown', () => {
  const shown = (firstRow: number, atLeast?: number) => {
    const counted = atLeast === undefined ? {} : { atLeast }
    const { unmount } = render(
      <Pagination label="Pages" firstRow={firstRow} rowCount={20} total={null} {...counted} />,
    )
    const text = screen.getByRole('status').textContent
    unmount()
    return text
  }
  expect(shown(1)).toBe('Showing 1–20 of 1,000+')
  expect(shown(1, 63)).toBe('Showing 1–20 of 63+')
  expect(shown(81, 63)).toBe('Showing 81–100 of 100+')
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
