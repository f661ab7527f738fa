package shrink

// elsewhere tries each event in the place of another one of its session, which
// goes: where it only matters that the session speaks there.
func (r *reducer) elsewhere() []substitution {
	nodes := r.now.nodes
	var list []substitution
	for i := range nodes {
		for j := range nodes {
			if i != j && len(nodes) <= mostAll && nodes[i].Session == nodes[j].Session && nodes[i].Session != 0 {
				list = append(list, substitution{at: nodes[j].uid, from: i + 1})
			}
		}
	}
	return list
}

// displaced fills in the present draft with an event in the place of another.
func (r *reducer) displaced(s *substitution, d *draft) bool {
	r.kept = r.kept[:0]
	for i := range r.now.nodes {
		switch n := r.now.nodes[i]; {
		case n.uid == s.at:
			r.kept = append(r.kept, r.now.nodes[s.from-1])
		case i != s.from-1:
			r.kept = append(r.kept, n)
		}
	}
	r.settle(r.kept, d)
	return r.smaller(d)
}
