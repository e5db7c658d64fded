import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { type Column, DataTable } from './data-table.tsx'
import { sortedBy } from './sorted-by.tsx'

type Fruit = { id: string; name: string; price: string }
const fruits: Fruit[] = [
  { id: '1', name: 'Apple', price: '$1.00' },
  { id: '2', name: 'Pear', price: '$2.00' },
]
const columns: Column<Fruit>[] = [
  { header: 'S/N', cell: (_, position) => position + 1 },
  { header: 'Fruit', cell: (fruit) => fruit.name, phone: 'title' },
  { header: 'Price', cell: (fruit) => fruit.price, atEnd: true, phone: 'figure' },
]

test('a table has its roles at every width', () => {
  render(<DataTable caption="Fruits" columns={columns} rows={fruits} rowKey={({ id }) => id} />)
  const table = screen.getByRole('table', { name: 'Fruits' })
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((cell) => cell.textContent),
  ).toEqual(['S/N', 'Fruit', 'Price'])
  const [, first] = within(table).getAllByRole('row')
  expect(
    within(first!)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['1', 'Apple', '$1.00'])
  for (const element of [table, ...table.querySelectorAll('thead, tbody, tr, th, td')]) {
    expect(element.hasAttribute('role'), element.tagName).toBe(true)
  }
})

test('a row of a table is opened by its named button and by a click anywhere in it', async () => {
  const onOpen = vi.fn()
  const nameOf = (fruit: Fruit) => `Details, ${fruit.name}`
  render(
    <DataTable
      caption="Fruits"
      columns={columns}
      rows={fruits}
      rowKey={({ id }) => id}
      open={{ onOpen, nameOf }}
    />,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Details, Pear' }))
  await userEvent.click(screen.getByText('$1.00'))
  expect(onOpen.mock.calls.map(([fruit]) => fruit.name)).toEqual(['Pear', 'Apple'])
})

test('a table whose rows open has one tab stop for each row', async () => {
  const open = { onOpen: vi.fn(), nameOf: (fruit: Fruit) => fruit.name }
  render(<DataTable caption="Fruits" columns={columns} rows={fruits} rowKey={({ id }) => id} open={open} />)
  const stops = []
  for (let stop = 0; stop < 3; stop++) {
    await userEvent.tab()
    stops.push(document.activeElement!.getAttribute('aria-label'))
  }
  expect(stops).toEqual(['Apple', 'Pear', null])
})

test('a press of a checkbox in a row does not open the row', async () => {
  const open = { onOpen: vi.fn(), nameOf: (fruit: Fruit) => fruit.name }
  const chosen: Column<Fruit> = {
    header: 'Chosen',
    cell: ({ name }) => <input type="checkbox" aria-label={`Choose ${name}`} />,
  }
  render(
    <DataTable
      caption="Fruits"
      columns={[chosen, ...columns]}
      rows={fruits}
      rowKey={({ id }) => id}
      open={open}
    />,
  )
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Choose Pear' })
  await userEvent.click(box)
  expect([box.checked, open.onOpen.mock.calls]).toEqual([true, []])
})

test('a header that sorts states the order, and a press asks for the other one', async () => {
  const onSort = vi.fn()
  const fruit = sortedBy('Fruit', { orders: ['z', 'a'], order: 'z', onSort })
  render(
    <DataTable
      caption="Fruits"
      columns={[columns[0]!, { ...columns[1]!, ...fruit }, columns[2]!]}
      rows={fruits}
      rowKey={({ id }) => id}
    />,
  )
  expect(screen.getAllByRole('columnheader').map((header) => header.getAttribute('aria-sort'))).toEqual([
    null,
    'descending',
    null,
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Fruit' }))
  expect(onSort.mock.calls).toEqual([['a']])
})

test('a table that scrolls sideways can be reached with the keyboard', () => {
  render(<DataTable caption="Fruits" columns={columns} rows={fruits} rowKey={({ id }) => id} />)
  expect(screen.getByRole('region', { name: 'Fruits' }).tabIndex).toBe(0)
})

test('loading rows of a table are hidden from screen readers', () => {
  render(<DataTable caption="Fruits" columns={columns} rows={undefined} rowKey={({ id }) => id} />)
  expect(screen.getAllByRole('row')).toHaveLength(1)
})

test('a table keeps its rows while others are loading', () => {
  render(<DataTable caption="Fruits" columns={columns} rows={fruits} rowKey={({ id }) => id} busy />)
  expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true')
  expect(screen.getByText('Apple')).toBeDefined()
})
