/** What is wished of a figure. */
export type Goal = { readonly atLeast?: number; readonly atMost?: number }

/** One measured number. */
export type Figure = {
  readonly name: string
  /** Not a number where it could not be measured here. */
  readonly value: number
  /** As it is written behind the number, ` ms`; empty for a ratio. */
  readonly unit: string
  readonly goal?: Goal
}

/** Rows of text under their headings. */
export type Table = {
  readonly title: string
  readonly headings: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** What whoever reads it has to know of its columns. */
  readonly notes?: readonly string[]
}

/** Curves over one axis, to be drawn. */
export type Chart = {
  readonly title: string
  readonly xAxis: string
  readonly yAxis: string
  /** How values of the first axis are written, where not as numbers. */
  readonly xTexts?: Readonly<Record<number, string>>
  readonly curves: readonly {
    readonly name: string
    readonly points: readonly (readonly [number, number])[]
  }[]
}

/** All that one part of a run has found out. */
export type Findings = {
  /** The part's name, as `--parts` has it. */
  readonly part: string
  readonly figures: readonly Figure[]
  readonly tables?: readonly Table[]
  readonly charts?: readonly Chart[]
}
