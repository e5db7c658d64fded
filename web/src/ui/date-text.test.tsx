import { act, render } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { MemoryRouter, useNavigate } from 'react-router'
import { expect, test } from 'vitest'
import { DateText } from './date-text.tsx'
import { ReaderZone, useZoneOfPage, type Zone } from './reader-zone.ts'

// Half past eleven in the evening for the bank, which is in UTC.
const moment = '2026-03-07T23:30:09.999Z'

const times = (readerZone?: Zone) => (
  <ReaderZone value={readerZone}>
    <DateText moment={moment} column />
    <DateText moment={moment} />
    <DateText moment={moment} time />
    <DateText moment={moment} long time="seconds" />
    <DateText moment={moment} long />
  </ReaderZone>
)

function textsOf(html: string): string[] {
  return [...html.matchAll(/<time[^>]*>([^<]*)</g)].map(([, text = '']) => text)
}

test('days are the bank’s, and clock times are the reader’s with their zone', () => {
  expect(textsOf(renderToString(times('Asia/Kolkata')))).toEqual([
    '03/07/2026',
    'Mar 7, 2026',
    'Mar 8, 2026, 5:00 AM GMT+5:30',
    'March 8, 2026 at 5:00:09 AM GMT+5:30',
    'March 8, 2026 at 5:00 AM GMT+5:30',
  ])
})

test('clock times are the bank’s while the reader’s zone is unknown', () => {
  expect(textsOf(renderToString(times())).slice(2)).toEqual([
    'Mar 7, 2026, 11:30 PM UTC',
    'March 7, 2026 at 11:30:09 PM UTC',
    'March 7, 2026 at 11:30 PM UTC',
  ])
})

test('the browser hydrates the times of the server without a change', async () => {
  const root = document.createElement('div')
  const html = renderToString(times('America/New_York'))
  root.innerHTML = html
  const served = root.innerHTML
  const errors: unknown[] = []
  await act(async () => {
    hydrateRoot(root, times('America/New_York'), { onRecoverableError: (error) => errors.push(error) })
  })
  expect(root.innerHTML).toBe(served)
  expect(textsOf(html)[4]).toBe('March 7, 2026 at 6:30 PM EST')
  expect(errors).toEqual([])
})

test('a page that was rendered without the reader’s zone keeps its times, and the pages after it have the reader’s', async () => {
  let go: ReturnType<typeof useNavigate>
  function Pages() {
    go = useNavigate()
    return times(useZoneOfPage('UTC', () => 'Asia/Kolkata'))
  }
  const { container } = render(
    <MemoryRouter>
      <Pages />
    </MemoryRouter>,
  )
  const shown = () => container.querySelectorAll('time')[2]!.textContent
  expect(shown()).toBe('Mar 7, 2026, 11:30 PM UTC')
  await act(async () => go('/transfer?step=receipt'))
  expect(shown()).toBe('Mar 8, 2026, 5:00 AM GMT+5:30')
  await act(async () => go(-1))
  expect(shown()).toBe('Mar 8, 2026, 5:00 AM GMT+5:30')
})
