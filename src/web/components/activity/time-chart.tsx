import type { Measure } from './measures.ts';
import { axisLines, fitLabels, textWidth } from './scale.ts';
import type { Point } from './series.ts';

interface ChartProps {
  form: 'line' | 'columns';
  points: readonly Point[];
  measure: Measure;
  /** In pixels. */
  width: number;
  /** What it shows, in a sentence. */
  label: string;
}

const HEIGHT = 200;
/** Room above the plot and under it, in pixels. */
const [TOP, BOTTOM] = [12, 24];
/** Closer points have no dots, in pixels. */
const LEAST_DOT_DISTANCE = 7;

/** Values over time as a line, or over the hours of a day as columns. */
export function TimeChart({ form, points, measure, width, label }: ChartProps) {
  const max = Math.max(...points.map(({ value }) => value), 0);
  const lines = axisLines(max, measure.step(max));
  const top = lines.at(-1) as number;
  const texts = lines.map(measure.formatAxis);
  const left = Math.max(...texts.map(textWidth)) + 8;
  const plot = { width: width - left - 8, height: HEIGHT - TOP - BOTTOM };
  const y = (value: number) => TOP + plot.height * (1 - value / top);
  const slot = plot.width / points.length;
  const x = (index: number) =>
    form === 'columns'
      ? left + slot * (index + 0.5)
      : left + 4 + ((plot.width - 8) * index) / Math.max(1, points.length - 1);
  const positions = points.map((_, index) => x(index));
  return (
    <svg class="chart" role="img" aria-label={label} width={width} height={HEIGHT}>
      {lines.map((value, index) => (
        <g key={value}>
          <line class={index === 0 ? 'axis' : 'grid'} x1={left} x2={width} y1={y(value)} y2={y(value)} />
          <text class="tick" x={left - 8} y={y(value) + 4} text-anchor="end">
            {texts[index]}
          </text>
        </g>
      ))}
      {fitLabels(
        points.map(({ short }) => short),
        positions,
        width,
      ).map(({ index, x: middle, text }) => (
        <g key={index}>
          <line class="axis" x1={positions[index]} x2={positions[index]} y1={y(0)} y2={y(0) + 4} />
          <text class="tick" x={middle} y={HEIGHT - 6} text-anchor="middle">
            {text}
          </text>
        </g>
      ))}
      {form === 'line' && (
        <polyline
          class="line"
          points={points.map(({ value }, index) => `${round(x(index))},${round(y(value))}`).join(' ')}
        />
      )}
      {points.map((point, index) => {
        const title = <title>{`${point.label}: ${measure.format(point.value)}`}</title>;
        if (form === 'columns')
          return (
            <rect
              key={index}
              class="bar"
              x={x(index) - slot * 0.35}
              width={slot * 0.7}
              y={y(point.value)}
              height={y(0) - y(point.value)}
            >
              {title}
            </rect>
          );
        const isDotted = plot.width / points.length >= LEAST_DOT_DISTANCE;
        return (
          <circle
            key={index}
            class={isDotted ? 'dot' : 'target'}
            cx={x(index)}
            cy={y(point.value)}
            r={isDotted ? 3 : 6}
          >
            {title}
          </circle>
        );
      })}
    </svg>
  );
}

const round = (pixels: number) => Math.round(pixels * 10) / 10;
