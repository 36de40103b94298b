/** A PromQL expression of a Grafana dashboard, with the title of its panel, annotation or variable. */
export interface DashboardExpression {
  title: string;
  expr: string;
  /** True for the series of which a variable lists the label values. */
  isVariable: boolean;
}

interface Dashboard {
  panels: { title: string; targets?: { expr: string }[] }[];
  annotations: { list: { name: string; expr?: string }[] };
  templating: { list: { name: string; definition?: string }[] };
}

/** Returns all expressions of a dashboard. */
export function dashboardExpressions({ panels, annotations, templating }: Dashboard): DashboardExpression[] {
  return [
    ...panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ title, expr, isVariable: false }))),
    ...annotations.list.flatMap(({ name, expr }) => (expr ? [{ title: name, expr, isVariable: false }] : [])),
    ...templating.list.flatMap(({ name, definition }) => {
      const [, expr] = /^label_values\((.*), \w+\)$/.exec(definition ?? '') ?? [];
      return expr ? [{ title: name, expr, isVariable: true }] : [];
    }),
  ];
}
