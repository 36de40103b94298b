import type { Measure } from './measures.ts';
import { fitText, textWidth } from './scale.ts';
import type { Point } from './series.ts';

interface ChartProps {
  points: readonly Point[];
  measure: Measure;
  /** In pixels. */
  width: number;
  /** What it shows, in a sentence. */
  label: string;
}

/** Below this width, in pixels, the name of a bar stands above it. */
const NARROW = 480;
const BAR = 16;

/** One bar for each group, with its name and its value in words. */
export function BarChart({ points, measure, width, label }: ChartProps) {
  const isNarrow = width < NARROW;
  const values = points.map(({ value }) => measure.format(value));
  const forValue = Math.max(0, ...values.map(textWidth)) + 8;
  const longest = Math.max(0, ...points.map((point) => textWidth(point.label)));
  const forName = isNarrow ? 0 : Math.min(longest + 12, width * 0.4);
  const room = Math.max(20, width - forName - forValue);
  const max = Math.max(...points.map(({ value }) => value), 0);
  const row = isNarrow ? 42 : 26;
  return (
    <svg class="chart" role="img" aria-label={label} width={width} height={points.length * row}>
      {points.map((point, index) => {
        const top = index * row;
        const bar = top + (isNarrow ? 19 : (row - BAR) / 2);
        const length = max > 0 ? (point.value / max) * room : 0;
        return (
          // Groups have no other identity than their place.
          <g key={index}>
            <title>{`${point.label}: ${values[index]}`}</title>
            {/* Cut at its edge too: the width of a text is estimated. */}
            <svg aria-hidden="true" y={top} width={isNarrow ? width : forName - 8} height={isNarrow ? 19 : row}>
              <text class="name" y={isNarrow ? 14 : row / 2 + 4}>
                {fitText(point.label, isNarrow ? width : forName - 8)}
              </text>
            </svg>
            <rect class="bar" x={forName} y={bar} width={length > 0 ? Math.max(length, 2) : 0} height={BAR} rx={2} />
            <text class="value" x={forName + length + 6} y={bar + BAR / 2 + 4}>
              {values[index]}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
