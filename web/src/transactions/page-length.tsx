import { Select } from '../ui/select.tsx'
import { type HistoryPlace, pageLengths } from './history-url-state.ts'

/** How many rows a page has. */
export function PageLength({ place }: { place: HistoryPlace }) {
  return (
    <div className="no-print w-32">
      <Select
        name="limit"
        label="Rows per page"
        value={String(place.limit)}
        onChange={({ target }) => place.showRows(target.value)}
        options={pageLengths.map((length) => ({ value: String(length), label: String(length) }))}
      />
    </div>
  )
}
