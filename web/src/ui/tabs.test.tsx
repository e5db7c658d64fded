import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Tabs } from './tabs.tsx'

function Page() {
  const [chosen, setChosen] = useState('in')
  const tabs = [
    { name: 'in', title: 'Money in', panel: <p>what came</p> },
    { name: 'out', title: 'Money out', panel: <p>what went</p> },
    { name: 'all', title: 'Everything', panel: <p>both</p> },
  ]
  return <Tabs label="Movements" tabs={tabs} chosen={chosen} onChoose={setChosen} />
}

const chosenTab = () => screen.getByRole('tab', { selected: true })

test('the chosen tab shows its panel, which is named by the tab', async () => {
  render(<Page />)
  expect(screen.getByRole('tablist', { name: 'Movements' })).toBeDefined()
  expect(screen.getByRole('tabpanel', { name: 'Money in' }).textContent).toBe('what came')
  await userEvent.click(screen.getByRole('tab', { name: 'Money out' }))
  expect(screen.getByRole('tabpanel', { name: 'Money out' }).textContent).toBe('what went')
  expect(screen.getByRole('tab', { selected: true }).getAttribute('aria-controls')).toBe(
    screen.getByRole('tabpanel').id,
  )
})

test('the tabs are one tab stop, the arrow keys go round, and Home and End go to the ends', async () => {
  render(<Page />)
  await userEvent.tab()
  for (const [key, reached] of [
    ['{ArrowRight}', 'Money out'],
    ['{End}', 'Everything'],
    ['{ArrowRight}', 'Money in'],
    ['{ArrowLeft}', 'Everything'],
    ['{Home}', 'Money in'],
  ] as const) {
    await userEvent.keyboard(key)
    expect(chosenTab().textContent).toBe(reached)
    expect(document.activeElement).toBe(chosenTab())
  }
  const stops = screen.getAllByRole('tab').map(({ tabIndex }) => tabIndex)
  expect(stops).toEqual([0, -1, -1])
})
