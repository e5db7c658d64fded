import { Select } from '../ui/select.tsx'
import { pageLengths } from './history-url-state.ts'

/** Chooses the number of rows on a page. */
export function PageLength({
  urlState,
}: {
  urlState: { readonly limit: number; readonly showRows: (limit: string) => void }
}) {
  return (
    <div className="no-print w-36">
      <Select
        name="limit"
        label="Rows per page"
        value={String(urlState.limit)}
        onChange={({ target }) => urlState.showRows(target.value)}
        options={pageLengths.map((length) => ({ value: String(length), label: String(length) }))}
      />
    </div>
  )
}
