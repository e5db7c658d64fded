import { type MouseEvent, useRef } from 'react'
import type { Column } from './data-table.tsx'

/** The rows that are chosen in a table, by their keys, and what a change does. */
export type Selection<Row> = {
  readonly isChosen: (row: Row) => boolean
  /** Chooses rows, or no longer. */
  readonly onChoose: (rows: readonly Row[], isChosen: boolean) => void
  /** The name of a row, which its checkbox has. */
  readonly nameOf: (row: Row) => string
}

/**
 * A column of checkboxes: a click or Space chooses a row, with Shift also those since the last one, and the header's chooses all of
 * the page. `rows` are those of the page.
 */
export function useSelectionColumn<Row>(
  rows: readonly Row[],
  { isChosen, onChoose, nameOf }: Selection<Row>,
): Column<Row> {
  const last = useRef<number>(undefined)
  const chosenCount = rows.filter(isChosen).length
  function choose({ shiftKey, currentTarget }: MouseEvent<HTMLInputElement>, position: number) {
    const from = shiftKey && last.current !== undefined ? last.current : position
    onChoose(rows.slice(Math.min(from, position), Math.max(from, position) + 1), currentTarget.checked)
    last.current = position
  }
  return {
    header: 'Selected',
    phone: 'lead',
    control: (
      <Checkbox
        label="Select all rows of this page"
        checked={rows.length > 0 && chosenCount === rows.length}
        isMixed={chosenCount > 0 && chosenCount < rows.length}
        onClick={({ currentTarget }) => onChoose(rows, currentTarget.checked)}
      />
    ),
    cell: (row, position) => (
      <Checkbox
        label={`Select ${nameOf(row)}`}
        checked={isChosen(row)}
        onClick={(event) => choose(event, position)}
      />
    ),
  }
}

/** The whole cell is pressed, also beside the box. */
function Checkbox({
  label,
  checked,
  isMixed = false,
  onClick,
}: {
  label: string
  checked: boolean
  isMixed?: boolean
  onClick: (event: MouseEvent<HTMLInputElement>) => void
}) {
  return (
    <label className="-my-2 grid size-target cursor-pointer place-items-center as-table:-mx-2">
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        ref={(box) => {
          if (box) box.indeterminate = isMixed
        }}
        // The click has the Shift key, also when Space makes it; the change has not.
        onClick={onClick}
        onChange={() => {}}
        className="size-5 accent-primary"
      />
    </label>
  )
}
