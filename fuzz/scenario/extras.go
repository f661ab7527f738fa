package scenario

// extras adds the beats of what is told beside the tree. They wait for nothing
// and are put into the order where their At says (see Order).
func (b *Script) extras() {}
